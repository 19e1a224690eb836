// The address is the position: everything on the board can be shared as a link.
//
//     /?tab=advise&game=yahtzee&state=ones=3,rerolls=1&roll=33456&objective=score

export const TABS = ["advise", "play", "analyse", "train", "stats", "papers"];

const FIRST = { tab: "play", game: "yahtzee" };

/** Read what an address says; keys that are not there are left out. */
export function read(search) {
  const found = Object.fromEntries([...new URLSearchParams(search.replace(/\+/g, "%2B"))].filter(([, value]) => value !== ""));
  if (!TABS.includes(found.tab)) delete found.tab;
  return { ...FIRST, ...found };
}

/** Write a place as an address; commas, equals signs, colons and pluses stay readable, and a plus is a plus. */
export function write(place) {
  const items = Object.entries(place).filter(([, value]) => value !== "" && value != null);
  const text = items.map(([key, value]) => `${key}=${plain(value)}`).join("&");
  return text ? `/?${text}` : "/";
}

function plain(value) {
  return encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3D/g, "=").replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%2B/g, "+");
}

/** Read a position's notation: [["ones", "3"], ...]. */
export function readItems(state) {
  return (state || "").split(",").filter(Boolean).map((item) => {
    const cut = item.indexOf("=");
    return cut < 0 ? [item, ""] : [item.slice(0, cut), item.slice(cut + 1)];
  });
}

/** Return the notation with one key set, or without it if the value is empty. */
export function withKey(state, key, value) {
  const items = readItems(state);
  const found = items.find(([name]) => name === key);
  if (found) found[1] = String(value);
  else items.push([key, String(value)]);
  return items.filter(([, text]) => text !== "").map(([name, text]) => `${name}=${text}`).join(",");
}
