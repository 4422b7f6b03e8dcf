/** Returns what somebody agrees to who joins an artist's mailing list, word by word: it is kept with the consent. */
export const mailingListWords = (artist: string): string =>
  `Yes, ${artist} may email me news. My address goes to them for that, and I can end it at any time.`
