import { dictionary } from '@zxcvbn-ts/language-common'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/**
 * Returns whether a lower-case text is among the 49,000 most leaked passwords. Loaded on first use,
 * because it is large.
 */
export const isCommonPassword = (text: string): boolean => common.has(text)
