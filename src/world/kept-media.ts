import { createHeld } from '../../db/held.ts'
import type { Ctx } from '../context.ts'
import { mostTapes } from '../lib/music/tape.ts'
import { createFixedAnswer } from '../platform/http/answer/answer-fixed.ts'
import { configState } from '../platform/own-state.ts'
import { readMedia } from './media.ts'

type Kept = {
  readonly cassetId: string
  readonly second: number
  /** The payload without who listens, which changes all the time. */
  readonly text: string
  answer?: { readonly listeners: number; readonly send: (request: Request) => Response }
}

const maxBytes = 16_000_000

const keptMedia = configState(({ db }) => createHeld<Kept>(db, maxBytes, ({ text }) => text.length * 4))

// An account gets another payload at the same address.
const headers = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' }

/**
 * Answers a stranger with the payload of a casset's page, which is read again once anything was
 * written, and each second (rule: one-payload). Throws NOT_FOUND.
 */
export function answerStranger(ctx: Ctx, request: Request, slug: string): Response {
  const kept = keptFor(ctx, slug)
  const listeners = ctx.hub.listenersIn(kept.cassetId)
  if (kept.answer?.listeners !== listeners) {
    const whole = () => `${kept.text.slice(0, -1)},"room":${JSON.stringify({ listeners })}}`
    kept.answer = { listeners, send: createFixedAnswer(whole, headers) }
  }
  return kept.answer.send(request)
}

function keptFor(ctx: Ctx, slug: string): Kept {
  const held = keptMedia(ctx)
  const second = Math.floor(ctx.monotonicMs() / 1_000)
  const known = held.get(slug)
  if (known?.second === second) return known
  const keep = held.begin(slug)
  const { room: _, ...media } = readMedia(ctx, slug, null, mostTapes)
  const kept: Kept = { cassetId: media.casset.id, second, text: JSON.stringify(media) }
  keep(kept)
  return kept
}
