-- Requests for wrk: advice on random positions of official Yahtzee. What came back is told as one line
-- of JSON: `strange` are answers that are neither advice nor a 503 that says when to come again.

local boxes = {
  "ones", "twos", "threes", "fours", "fives", "sixes", "three-of-a-kind", "four-of-a-kind",
  "full-house", "small-straight", "large-straight", "yahtzee", "chance",
}
local scores = {3, 6, 9, 12, 15, 18, 20, 20, 25, 30, 40, 50, 20}
local threads = {}

function setup(thread)
  thread:set("seed", #threads + 1)
  table.insert(threads, thread)
end

function init()
  math.randomseed(seed)
  busy, strange = 0, 0
end

function request()
  local items = {"rerolls=" .. math.random(0, 2)}
  for place = 1, 12 do -- one box stays open: the game is not over
    if math.random() < 0.45 then items[#items + 1] = boxes[place] .. "=" .. scores[place] end
  end
  local roll = ""
  for _ = 1, 5 do roll = roll .. math.random(6) end
  return wrk.format("GET", "/api/v1/advice?game=yahtzee&state=" .. table.concat(items, ",") .. "&roll=" .. roll)
end

function response(status, headers, body)
  if status == 200 then return end
  if status == 503 and headers["retry-after"] then busy = busy + 1 else strange = strange + 1 end
end

function done(summary, latency, requests)
  local refused, odd = 0, summary.errors.connect + summary.errors.read + summary.errors.write
  for _, thread in ipairs(threads) do
    refused, odd = refused + thread:get("busy"), odd + thread:get("strange")
  end
  io.write(string.format(
    '\n{"requests": %d, "seconds": %f, "busy": %d, "strange": %d, "p50": %f, "p99": %f}\n',
    summary.requests, summary.duration / 1e6, refused, odd,
    latency:percentile(50) / 1e6, latency:percentile(99) / 1e6))
end
