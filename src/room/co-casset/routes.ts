import { t } from 'elysia'
import { Track } from '../../casset/track/shape.ts'
import { toTrack } from '../../casset/track/to-track.ts'
import type { Ctx } from '../../context.ts'
import { StreamQuery, sendEvents } from '../../platform/edge/send-events.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sendsEvents } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { membersEvents } from '../listener/room-event.ts'
import { createCoCasset } from './create-co-casset.ts'
import { sharedCasset } from './find-co-casset.ts'
import { acceptInvitation, inviteLater, leaveCoCasset } from './invitation.ts'
import * as shape from './model.ts'
import { openMembersRoom } from './open-stream.ts'
import { postMessage } from './post-message.ts'
import { acceptSplits, proposeSplits } from './propose-splits.ts'
import { readRoom } from './read-room.ts'
import { shareTrack, unshareTrack } from './share-track.ts'
import { myCoCassets, toCoCasset } from './to-co-casset.ts'

/** Routes of co-cassets: members, splits, tracks and room (src/docs/wings/room.md). */
export const coCasset = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/co-cassets',
      ({ author, body, status }) => status(201, { coCasset: toCoCasset(ctx, createCoCasset(ctx, author, body)) }),
      {
        operation: 'createCoCasset',
        summary: 'Make a casset of several artists',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.NewCoCasset,
        response: { 201: shape.CoCassetAnswer },
      },
    )
    .get('/api/co-cassets/mine', ({ author }) => myCoCassets(ctx, author), {
      operation: 'listMyCoCassets',
      summary: 'List your cassets of several artists',
      session: true,
      response: { 200: shape.MyCoCassets },
    })
    .get(
      '/api/co-cassets/:slug',
      ({ author, params }) => ({ coCasset: toCoCasset(ctx, sharedCasset(ctx, params.slug, author)) }),
      {
        operation: 'getCoCasset',
        summary: 'Read a casset of several artists',
        session: true,
        refuses: ['NOT_FOUND'],
        response: { 200: shape.CoCassetAnswer },
      },
    )
    .post(
      '/api/co-cassets/:slug/members',
      ({ author, params, body, status }) =>
        status(201, { coCasset: toCoCasset(ctx, inviteLater(ctx, params.slug, author, body.handle)) }),
      {
        operation: 'inviteMember',
        summary: 'Invite an artist',
        session: true,
        refuses: ['NOT_FOUND', 'FORBIDDEN', 'BAD_STATE'],
        body: shape.Invitation,
        response: { 201: shape.CoCassetAnswer },
      },
    )
    .post(
      '/api/co-cassets/:slug/accept',
      ({ author, params, body }) => ({
        coCasset: toCoCasset(ctx, acceptInvitation(ctx, params.slug, author, body.splitsId)),
      }),
      {
        operation: 'acceptInvitation',
        summary: 'Accept an invitation',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.SeenSplits,
        response: { 200: shape.CoCassetAnswer },
      },
    )
    .post(
      '/api/co-cassets/:slug/leave',
      ({ author, params }) => {
        leaveCoCasset(ctx, params.slug, author)
        return { left: true }
      },
      {
        operation: 'leaveCoCasset',
        summary: 'Leave a casset of several artists',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Nothing,
        response: { 200: t.Object({ left: t.Boolean() }) },
      },
    )
    .post(
      '/api/co-cassets/:slug/splits',
      ({ author, params, body }) => ({
        coCasset: toCoCasset(ctx, proposeSplits(ctx, params.slug, author, body.splits)),
      }),
      {
        operation: 'proposeSplit',
        summary: 'Propose how sales are divided',
        session: true,
        refuses: ['NOT_FOUND'],
        body: shape.Proposal,
        response: { 200: shape.CoCassetAnswer },
      },
    )
    .post(
      '/api/co-cassets/:slug/splits/accept',
      ({ author, params, body }) => ({
        coCasset: toCoCasset(ctx, acceptSplits(ctx, params.slug, author, body.splitsId)),
      }),
      {
        operation: 'acceptSplit',
        summary: 'Accept how sales are divided',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Agreement,
        response: { 200: shape.CoCassetAnswer },
      },
    )
    .get(
      '/api/co-cassets/:slug/room',
      ({ author, params, query }) => readRoom(ctx, params.slug, author, limitOf(query), query.cursor),
      {
        operation: 'getMembersRoom',
        summary: 'Read what its artists write to each other',
        session: true,
        refuses: ['NOT_FOUND'],
        query: ListQuery,
        response: { 200: shape.RoomPage },
      },
    )
    .get(
      '/api/co-cassets/:slug/room/stream',
      ({ author, params, ...asked }) => sendEvents(ctx, author, asked, openMembersRoom(ctx, params.slug, author)),
      {
        operation: 'streamMembersRoom',
        summary: 'Listen to what its artists write',
        limit: 'none',
        session: true,
        query: StreamQuery,
        detail: sendsEvents(membersEvents),
      },
    )
    .post(
      '/api/co-cassets/:slug/room',
      ({ author, params, body, status }) => status(201, { message: postMessage(ctx, params.slug, author, body.text) }),
      {
        operation: 'postMembersComment',
        summary: 'Write to its artists',
        session: true,
        refuses: ['NOT_FOUND'],
        body: shape.NewMessage,
        response: { 201: t.Object({ message: shape.Message }) },
      },
    )
    .post(
      '/api/co-cassets/:slug/tracks',
      ({ author, params, body, status }) =>
        status(201, { track: toTrack(shareTrack(ctx, params.slug, author, body.trackId), { likes: 0, liked: false }) }),
      {
        operation: 'addCoCassetTrack',
        summary: 'Add a track of yours',
        session: true,
        refuses: ['NOT_FOUND', 'FORBIDDEN', 'BAD_STATE'],
        body: shape.NewTrack,
        response: { 201: t.Object({ track: Track }) },
      },
    )
    .delete(
      '/api/co-cassets/:slug/tracks/:id',
      ({ author, params, status }) => status(204, none(unshareTrack(ctx, params.slug, author, params.id))),
      {
        operation: 'removeCoCassetTrack',
        summary: 'Take off a track',
        session: true,
        refuses: ['NOT_FOUND', 'FORBIDDEN', 'BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
