import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { editLetter } from './edit-letter.ts'
import { allowsLetters, setFollowedLetters } from './followed-letters.ts'
import { beginLetter, deleteLetter, listLetters, ownLetter, toLetter } from './letter.ts'
import * as shape from './model.ts'
import { previewLetter } from './page/preview-letter.ts'
import { countReach } from './send/gather-readers.ts'
import { scheduleLetter, stopLetter, undoSchedule } from './send/schedule-letter.ts'
import { sendLetterAgain } from './send/send-again.ts'
import { tryLetter } from './send/try-letter.ts'

/**
 * Routes of letters: writing, trying and sending them, and whether artists whom one follows may
 * write (rules: letters, letter-readers, letter-once).
 */
export const letter = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/studio/letters',
      ({ author, status }) => status(201, { letter: toLetter(beginLetter(ctx, author), author.handle) }),
      {
        operation: 'createLetter',
        summary: 'Begin a letter',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.NewLetter,
        response: { 201: shape.OneLetter },
      },
    )
    .get('/api/studio/letters', ({ author, query }) => listLetters(ctx, author, limitOf(query), query.cursor), {
      operation: 'listLetters',
      summary: 'List your letters',
      session: true,
      query: ListQuery,
      response: { 200: shape.Letters },
    })
    .get(
      '/api/studio/letters/:id',
      ({ author, params }) => ({ letter: toLetter(ownLetter(ctx, author, params.id), author.handle) }),
      {
        operation: 'getLetter',
        summary: 'Read one of your letters',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        response: { 200: shape.OneLetter },
      },
    )
    .patch(
      '/api/studio/letters/:id',
      ({ author, params, body }) => ({ letter: toLetter(editLetter(ctx, author, params.id, body), author.handle) }),
      {
        operation: 'updateLetter',
        summary: 'Change a letter',
        body: shape.ChangedLetter,
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        response: { 200: shape.OneLetter },
      },
    )
    .delete(
      '/api/studio/letters/:id',
      ({ author, params, status }) => status(204, none(deleteLetter(ctx, author, params.id))),
      {
        operation: 'deleteLetter',
        summary: 'Delete a letter that was never sent',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .get('/api/studio/letters/:id/reach', ({ author, params }) => countReach(ctx, ownLetter(ctx, author, params.id)), {
      operation: 'countLetterReaders',
      summary: 'Count whom a letter would reach now',
      session: true,
      refuses: ['FORBIDDEN', 'NOT_FOUND'],
      response: { 200: shape.Reach },
    })
    .get(
      '/api/studio/letters/:id/preview',
      ({ author, params, query, set }) => {
        delete set.headers['x-frame-options']
        return previewLetter(ctx, author, params.id, query.as ?? 'html')
      },
      {
        operation: 'previewLetter',
        summary: 'Show a letter as its email',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        query: shape.PreviewQuery,
        detail: { responses: { 200: sends('The email in one of its forms', 'text/html', 'text/plain') } },
      },
    )
    .post(
      '/api/studio/letters/:id/test',
      ({ author, params, status }) => status(204, none(tryLetter(ctx, author, params.id))),
      {
        operation: 'sendTestLetter',
        summary: 'Send a letter to yourself',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.NewLetter,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/studio/letters/:id/schedule',
      async ({ author, params, body }) => ({
        letter: toLetter(await scheduleLetter(ctx, author, params.id, body), author.handle),
      }),
      {
        operation: 'scheduleLetter',
        summary: 'Send a letter, now or at an hour',
        body: shape.Schedule,
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        response: { 200: shape.OneLetter },
      },
    )
    .delete(
      '/api/studio/letters/:id/schedule',
      ({ author, params }) => ({ letter: toLetter(undoSchedule(ctx, author, params.id), author.handle) }),
      {
        operation: 'unscheduleLetter',
        summary: 'Undo the sending of a letter',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        response: { 200: shape.OneLetter },
      },
    )
    .post(
      '/api/studio/letters/:id/stop',
      ({ author, params }) => ({ letter: toLetter(stopLetter(ctx, author, params.id), author.handle) }),
      {
        operation: 'stopLetter',
        summary: 'Stop a letter that is being sent',
        body: shape.NewLetter,
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        response: { 200: shape.OneLetter },
      },
    )
    .post(
      '/api/studio/letters/:id/again',
      async ({ author, params }) => ({
        letter: toLetter(await sendLetterAgain(ctx, author, params.id), author.handle),
      }),
      {
        operation: 'resendLetter',
        summary: 'Send a letter to those of its readers who did not get it',
        body: shape.NewLetter,
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        response: { 200: shape.OneLetter },
      },
    )
    .get('/api/letters/followed', ({ author }) => ({ allowed: allowsLetters(ctx, author) }), {
      operation: 'getLettersOfFollowed',
      summary: 'Read whether artists whom you follow may write to you',
      session: true,
      response: { 200: shape.FollowedLetters },
    })
    .put(
      '/api/letters/followed',
      ({ author, body }) => {
        setFollowedLetters(ctx, author, body.allowed)
        return { allowed: body.allowed }
      },
      {
        operation: 'setLettersOfFollowed',
        summary: 'Let artists whom you follow write to you, or not',
        session: true,
        body: shape.FollowedLetters,
        response: { 200: shape.FollowedLetters },
      },
    )
