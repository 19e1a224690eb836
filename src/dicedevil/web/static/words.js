// Numbers in words, the same everywhere on the page.

/** A chance: 34.5%, and far ones as 1 in N. */
export function percent(chance) {
  const share = 100 * chance;
  if (share > 0 && share < 0.01) return oneIn(chance);
  return `${share.toFixed(share > 99.99 && share < 100 ? 4 : 2)}%`;
}

/** 1 in N. */
export function oneIn(chance) {
  if (!(chance > 0)) return "never";
  const n = 1 / chance;
  return `1 in ${n < 100 ? n.toFixed(1) : Math.round(n).toLocaleString("en")}`;
}

/** Points, with as many decimals as they deserve. */
export function points(value, decimals = 2) {
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** An amount with its sign, a true minus. */
export function signed(value, decimals = 2) {
  const text = points(Math.abs(value), decimals);
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** The classes of choices: never by colour alone. */
export const CLASSES = {
  best: { icon: "★", word: "best" },
  close: { icon: "✓", word: "close" },
  inaccuracy: { icon: "?!", word: "inaccuracy" },
  mistake: { icon: "?", word: "mistake" },
  blunder: { icon: "??", word: "blunder" },
  forced: { icon: "·", word: "forced" },
};

/** A time: 0.4 s, 56 s, 3 min, 2 h. */
export function duration(seconds) {
  if (seconds < 1) return "less than 1 s";
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** A size of memory: 120 MB, 1.1 GB. */
export function size(bytes) {
  return bytes < 1e9 ? `${Math.max(1, Math.round(bytes / 1e6))} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
