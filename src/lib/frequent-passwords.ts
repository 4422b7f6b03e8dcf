import { dictionary } from '@zxcvbn-ts/language-common'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether a text in lower case is among the 49,000 passwords that leak most often. Loaded by who asks only: it is large. */
export const isCommonPassword = (text: string): boolean => common.has(text)
