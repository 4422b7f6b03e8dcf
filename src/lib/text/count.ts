/** Returns a number of things in words: "1 track", "6 tracks". */
export const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`
