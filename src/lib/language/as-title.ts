/** Returns a sentence as a heading or a key: without its full stop. */
export const asTitle = (sentence: string): string => sentence.replace(/[.。]$/, '')
