/**
 * Why a clip could not be made, in words for the reader. Every other error is the browser's own.
 */
export class ClipTrouble extends Error {}
