import { say } from '../language/say.ts'

/** The reasons to choose from when a comment is reported; `reason`, in English, is stored. */
export const commentReasons = () =>
  [
    { reason: 'Insult or hate', text: say('Insult or hate') },
    { reason: 'Spam or fraud', text: say('Spam or fraud') },
    { reason: 'Sexual or violent', text: say('Sexual or violent') },
    { reason: 'Somebody’s private details', text: say('Somebody’s private details') },
  ] as const

/** Returns a stored reason for those who decide: in their language, unless a program wrote it. */
export const commentReasonText = (stored: string): string =>
  commentReasons().find(({ reason }) => reason === stored)?.text ?? stored
