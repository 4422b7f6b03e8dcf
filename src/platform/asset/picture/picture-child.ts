import { setPriority } from 'node:os'
import { AppError } from '../../../errors.ts'
import { keepingMessages } from '../../../lib/language/say.ts'
import { drawForEmail } from './draw-for-email.ts'
import { renderPicture } from './render-picture.ts'

const niceness = 5

/** The child's side of `runPicture` for a picture that is stored in all sizes. */
export const pictureChild = ([path = '', ...paths]: readonly string[]): Promise<string> =>
  answerOf(() => renderPicture(path, paths))

/** The child's side of `pictureForEmail`. */
export const emailPictureChild = ([stored = '', width = '', made = '']: readonly string[]): Promise<string> =>
  answerOf(() => drawForEmail(stored, Number(width), made))

/**
 * Returns what a child answers: what it did, why it refuses the picture in words that are kept for
 * any language, or that it could not write. Throws any other fault, which ends it.
 */
export async function answerOf(work: () => Promise<object>): Promise<string> {
  setPriority(niceness)
  try {
    return JSON.stringify({ done: await keepingMessages(work) })
  } catch (error) {
    if (error instanceof AppError) return JSON.stringify({ refused: error.message, hint: error.detail.hint })
    if (error instanceof Error && 'syscall' in error && 'code' in error)
      return JSON.stringify({ unwritten: String(error.code) })
    throw error
  }
}
