import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { toCover } from '../../platform/asset/asset-url.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import * as shape from './model.ts'
import { deletePlaylist, listPlaylists, makePlaylist, renamePlaylist, restorePlaylist } from './playlist.ts'
import { addTracks, moveTrack, readPlaylist, takeOff } from './playlist-tracks.ts'

/** Routes of the caller's playlists (rule: playlists). */
export const playlist = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/playlists', ({ author }) => ({ playlists: listPlaylists(ctx, author) }), {
      operation: 'listPlaylists',
      summary: 'List your playlists',
      session: true,
      response: { 200: shape.Playlists },
    })
    .post('/api/playlists', ({ author, body, status }) => status(201, makePlaylist(ctx, author, body.name)), {
      operation: 'createPlaylist',
      summary: 'Make a playlist',
      session: true,
      refuses: ['BAD_STATE'],
      body: shape.PlaylistDraft,
      response: { 201: shape.Playlist },
    })
    .get('/api/playlists/:id', ({ author, params }) => whole(ctx, author, params.id), {
      operation: 'getPlaylist',
      summary: 'Read one of your playlists',
      session: true,
      refuses: ['FORBIDDEN', 'NOT_FOUND'],
      response: { 200: shape.WholePlaylist },
    })
    .patch(
      '/api/playlists/:id',
      ({ author, params, body, status }) => status(204, none(renamePlaylist(ctx, author, params.id, body.name))),
      {
        operation: 'renamePlaylist',
        summary: 'Rename a playlist',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        body: shape.PlaylistDraft,
        response: { 204: t.Undefined() },
      },
    )
    .delete(
      '/api/playlists/:id',
      ({ author, params, status }) => status(204, none(deletePlaylist(ctx, author, params.id))),
      {
        operation: 'deletePlaylist',
        summary: 'Delete a playlist',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/playlists/:id/restore',
      ({ author, params, status }) => status(204, none(restorePlaylist(ctx, author, params.id))),
      {
        operation: 'restorePlaylist',
        summary: 'Restore a playlist that you deleted less than a day ago',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/playlists/:id/tracks', ({ author, params, body }) => addTracks(ctx, author, params.id, body), {
      operation: 'addPlaylistTracks',
      summary: 'Put tracks on a playlist',
      session: true,
      refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
      body: shape.AddedTracks,
      response: { 200: shape.AddedCount },
    })
    .patch(
      '/api/playlists/:id/tracks/:trackId',
      ({ author, params, body, status }) =>
        status(204, none(moveTrack(ctx, author, params.id, params.trackId, body.position))),
      {
        operation: 'movePlaylistTrack',
        summary: 'Move a track of a playlist',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        body: shape.Moved,
        response: { 204: t.Undefined() },
      },
    )
    .delete(
      '/api/playlists/:id/tracks/:trackId',
      ({ author, params, status }) => status(204, none(takeOff(ctx, author, params.id, params.trackId))),
      {
        operation: 'removePlaylistTrack',
        summary: 'Take a track off a playlist',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )

async function whole(ctx: Ctx, author: Viewer, id: string) {
  const { name, tracks } = await readPlaylist(ctx, author, id)
  return {
    id,
    name,
    tracks: tracks.map(({ id: trackId, heard }) => ({ id: trackId, heard: heard && toHeard(heard) })),
  }
}

type Heard = NonNullable<Awaited<ReturnType<typeof readPlaylist>>['tracks'][number]['heard']>

function toHeard({ track: { title, durationSec }, access, world: { casset, artist, cover } }: Heard) {
  const { handle, displayName } = artist
  return {
    title,
    durationSec,
    access,
    casset: { slug: handle, name: casset.name, displayName, cover: cover && toCover(cover) },
  }
}
