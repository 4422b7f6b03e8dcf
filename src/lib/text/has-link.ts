// Endings that spam has, besides those of countries: "or.then" without a space is no link.
const endings =
  'com|net|org|info|biz|io|co|me|tv|cc|to|gg|ly|app|dev|xyz|top|site|online|shop|store|club|link|live|click|fm|ru|de|fr|es|jp|uk|eu|us|cn'
const link = new RegExp(
  `[a-z][a-z0-9+.-]*://[^\\s]|(?<![\\p{L}\\p{N}])www\\.[\\p{L}\\p{N}]|[\\p{L}\\p{N}]\\.(?:(?:${endings})(?![\\p{L}\\p{N}])|\\p{L}{2,}/\\S)`,
  'iu',
)
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Returns whether a text has a web address in it: with its scheme or "www.", or a name with a
 * common ending or a path. An email address counts as well.
 */
export const hasLink = (text: string): boolean => link.test(text.normalize('NFKC').replace(ignorable, ''))
