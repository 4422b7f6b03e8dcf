import { t } from 'elysia'

const Access = t.UnionEnum(['hook', 'full'])

/** A signed address to play from (contract 5). */
export const SignedStream = t.Object({
  url: t.String(),
  expiresAt: t.String(),
  access: Access,
  durationSec: t.Number(),
  format: t.String(),
})

/** Body of POST /api/audio/token. */
export const NewAudioToken = t.Object({ trackId: t.String() }, { additionalProperties: false })

/** A token that serves one GET (contract 5). */
export const AudioToken = t.Object({ token: t.String(), url: t.String(), expiresAt: t.String(), access: Access })

/** 500 peaks, 0 to 1 (contract 5). */
export const Waveform = t.Array(t.Number())
