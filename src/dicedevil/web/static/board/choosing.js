// From what is held to what is said: dice (places) and spots (names) against what choices use.

const inOrder = (list) => [...list].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));

/** Whether two lists hold the same, in whatever order. */
export const same = (one, other) => one.length === other.length && inOrder(one).every((item, at) => item === inOrder(other)[at]);

/** Whether a choice uses nothing: then it is a button. */
export const isButton = (choice) => choice.uses.dice == null && !choice.uses.spots.length;

/** The spots that some choice uses. */
export const usable = (board) => new Set(board.choices.flatMap((choice) => choice.uses.spots));

/** Whether dice can be held: some choice uses dice. */
export const holdsDice = (board) => board.choices.some((choice) => choice.uses.dice?.length);

/** The choices that are said by what is held. Equal dice may stand for each other where places say nothing. */
export function spoken(board, held) {
  const faces = (places) => places.map((place) => board.dice.faces?.[place]);
  const fits = board.choices.filter((choice) => {
    if (isButton(choice) || !same(choice.uses.spots, held.spots)) return false;
    return choice.uses.dice != null || held.spots.length > 0;
  });
  const exactly = fits.filter(({ uses }) => uses.dice == null || same(uses.dice, held.dice));
  if (exactly.length) return exactly;
  return fits.filter(({ uses }) => uses.dice != null && same(faces(uses.dice), faces(held.dice)));
}

/** The choice that rolls on with what is held, or null. */
export function rollsOn(board, held) {
  const said = spoken(board, held).filter((choice) => choice.again);
  if (said.length === 1) return said[0];
  const buttons = board.choices.filter((choice) => choice.again && isButton(choice));
  return !said.length && buttons.length === 1 ? buttons[0] : null;
}

/** The choices that use one spot and nothing else. */
export const choicesOf = (board, name) => board.choices.filter(({ uses }) => uses.dice == null && same(uses.spots, [name]));

/** The choices that need more spots than are held: what could be added. */
export function couldBecome(board, spots) {
  const more = board.choices.filter(({ uses }) => uses.spots.length > spots.length && spots.every((name) => uses.spots.includes(name)));
  return more.map(({ uses }) => uses.spots.filter((name) => !spots.includes(name)));
}

/** What the button of a choice says: [what it does, which choice that is]. */
export function words(board, choice) {
  const count = board.dice.faces?.length ?? 0;
  if (!choice.again || choice.uses.dice == null || !count) return [choice.label, ""];
  const left = count - choice.uses.dice.length;
  if (!left) return [choice.label, ""];
  return [`Roll ${left} ${left === 1 ? "die" : "dice"}`, choice.uses.dice.length ? choice.label.replace(/, roll .*$/, "") : ""];
}

/** Dice as they are typed: 13346, or 12+7. */
export const typed = (faces) => faces.join(faces.some((face) => face > 9 || face < 0) ? "+" : "");
