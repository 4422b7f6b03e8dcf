import { dictionary } from '@zxcvbn-ts/language-common'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether a lower-case text is among the 49,000 most leaked passwords. Loaded when first used. */
export const isCommonPassword = (text: string): boolean => common.has(text)
