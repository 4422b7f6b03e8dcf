import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { shownElsewhere } from '../../platform/http/headers.ts'
import { toProfile } from '../artist.ts'
import { makeMusic } from '../change-user.ts'
import { isHandle } from '../handle/handle.ts'
import { defaultPicture } from '../picture.ts'
import { ArtistProfile } from '../shape.ts'
import { UpdateProfile } from './model.ts'
import { updateProfile } from './update-profile.ts'

const pictureHeaders = {
  ...shownElsewhere,
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=86400',
}

/** See rules: profile, making-music. */
export const profile = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/pfp/:file',
      ({ params: { file }, set }) => {
        const [handle = '', extension, ...rest] = file.split('.')
        if (!isHandle(handle) || extension !== 'svg' || rest.length > 0) throw notFound('picture')
        Object.assign(set.headers, pictureHeaders)
        return defaultPicture(handle)
      },
      {
        operation: 'fetchDrawnPicture',
        summary: 'Fetch the drawn picture of a person',
        tells: ['Cache-Control'],
        limit: 'none',
        detail: { security: [], responses: { 200: sends('The picture, drawn from the handle', 'image/svg+xml') } },
      },
    )
    .post('/api/auth/artist', ({ author, status }) => status(204, none(makeMusic(ctx, author.artistId))), {
      operation: 'becomeArtist',
      summary: 'Become an artist',
      session: true,
      response: { 204: t.Undefined() },
    })
    .post(
      '/api/auth/update-profile',
      ({ author, body }) => ({ artist: toProfile(ctx, updateProfile(ctx, author, body)) }),
      {
        operation: 'updateProfile',
        summary: 'Change your profile',
        session: true,
        body: UpdateProfile,
        response: { 200: t.Object({ artist: ArtistProfile }) },
      },
    )
