import type { Ctx } from '../../context.ts'
import { answerRead } from '../../platform/http/answer/answer-read.ts'
import { type Document, signDocument } from './sign-document.ts'

export type Unsigned<Answer> = Omit<Answer, 'proof'>

/**
 * Answers a read with what it says, signed as a manifest is, as of a moment (a time in ms). The
 * same words as of the same moment are the same bytes, so that caches keep them
 * (rule: signed-answers).
 */
export const answerSigned = (ctx: Ctx, request: Request, said: Document, asOfMs: number): Response =>
  answerRead(request, JSON.stringify({ ...said, proof: signDocument(ctx, said, asOfMs) }))
