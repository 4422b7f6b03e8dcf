import { t } from 'elysia'
import { closed, OneOf } from '../../platform/http/request/schema.ts'

const Access = OneOf(['hook', 'full'])

/** A signed URL to play from (rule: audio-address). */
export const SignedStream = t.Object({
  url: t.String(),
  expiresAt: t.String(),
  access: Access,
  durationSec: t.Number(),
  format: t.String(),
})

export const NewAudioToken = t.Object(
  {
    trackId: t.String(),
    access: t.Optional(
      t.Literal('hook', { description: 'the hook, even for a listener who may hear all of the track' }),
    ),
  },
  closed,
)

/** A token that serves one GET (rule: exporter-token). */
export const AudioToken = t.Object({ token: t.String(), url: t.String(), expiresAt: t.String(), access: Access })
