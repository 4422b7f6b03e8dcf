import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { findIntact } from '../../platform/blob/find-intact.ts'
import { none } from '../../platform/http/answer/none.ts'
import { forEver, sendFile } from '../../platform/http/answer/send-file.ts'
import { sendsFile } from '../../platform/http/answer/sends.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { addEmoji } from './add-emoji.ts'
import { readEmoji } from './list-emojis.ts'
import { EmojiPatch, EmojiPayment, EmojiPurchase, NewEmoji, OwnEmoji } from './model.ts'
import { endings } from './picture/emoji-url.ts'
import { findPicture } from './picture/find-picture.ts'
import { buyEmoji } from './sale/buy-emoji.ts'
import { updateEmoji } from './update-emoji.ts'
import { withdrawEmoji } from './withdraw-emoji.ts'

const Answer = t.Object({ emoji: OwnEmoji })

/**
 * Routes of emoji: the artist adds, prices and withdraws them, others buy them, all see them
 * (rules: emoji-for-sale, tips-and-emoji).
 */
export const emoji = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/studio/emojis',
      async ({ author, body, status }) => status(201, { emoji: readEmoji(ctx, await addEmoji(ctx, author, body)) }),
      {
        operation: 'createEmoji',
        summary: 'List an emoji',
        session: true,
        refuses: ['NOT_FOUND', 'FORBIDDEN', 'BAD_STATE'],
        body: NewEmoji,
        response: { 201: Answer },
      },
    )
    .patch(
      '/api/studio/emojis/:id',
      ({ author, params, body }) => {
        updateEmoji(ctx, author, params.id, body)
        return { emoji: readEmoji(ctx, params.id) }
      },
      {
        operation: 'updateEmoji',
        summary: 'Change an emoji',
        session: true,
        refuses: ['BAD_STATE'],
        body: EmojiPatch,
        response: { 200: Answer },
      },
    )
    .delete(
      '/api/studio/emojis/:id',
      ({ author, params, status }) => status(204, none(withdrawEmoji(ctx, author, params.id))),
      { operation: 'withdrawEmoji', summary: 'Withdraw an emoji', session: true, response: { 204: t.Undefined() } },
    )
    .post(
      '/api/casset/:slug/emoji/purchase',
      ({ params, author, body, request, server }) =>
        buyEmoji(ctx, params.slug, author, body, addressOf(ctx, request, server)),
      {
        operation: 'startEmojiPayment',
        summary: 'Begin to buy an emoji',
        session: true,
        refuses: ['BAD_STATE'],
        body: EmojiPurchase,
        response: { 200: EmojiPayment },
      },
    )
    .get(
      '/api/emojis/:file',
      async ({ params, request }) => {
        const { sha256, contentType, bytes } = findPicture(ctx, params.file)
        const place = await findIntact(ctx, { sha256, bytes })
        const headers = { 'content-type': contentType, 'cache-control': forEver }
        return sendFile(ctx, { place, bytes, etag: `"${sha256}"`, headers }, request)
      },
      {
        operation: 'fetchEmoji',
        summary: 'Fetch the picture of an emoji',
        limit: 'none',
        detail: { security: [], responses: sendsFile('The emoji', ...Object.keys(endings)) },
      },
    )
