/** Why a clip could not be made, for the reader. Every other error is the browser's own. */
export class ClipTrouble extends Error {}
