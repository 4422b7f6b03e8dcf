import { addPlayableTrack } from '../casset/playable.ts'
import { startServer } from '../server.ts'
import { share } from '../shared.ts'
import { addReadyTrack, cast, world } from '../world.ts'

const long = 'The Extraordinarily Long-Winded Orchestra of the Lower Reservoir and Its Travelling Companions '.repeat(3)

/** Worlds that are hard to lay out or to colour, one of each texture. */
export const openGallery = () =>
  share(async () => {
    const svc = await startServer()
    await world(svc)
    const { ctx } = svc
    const endless = cast(ctx, 'endless', {
      displayName: long.slice(0, 160),
      name: long.slice(0, 120),
      bio: `${'w'.repeat(300)} ${long.repeat(5)}`,
      patternId: 'paper-fiber',
      footerTheme: 'cover',
    })
    await addPlayableTrack(ctx, endless.cassetId, 'X'.repeat(240), { lyrics: 'la '.repeat(200) })
    const right = cast(ctx, 'right', {
      displayName: 'فرقة الشريط الممغنط',
      name: 'אותיות 🎧',
      patternId: 'halftone',
      footerTheme: 'dark',
      themeTokens: { accent: '#0a7d4f' },
    })
    await addPlayableTrack(ctx, right.cassetId, 'ليلة طويلة 👩‍👩‍👧‍👦')
    const dim = cast(ctx, 'dim', {
      patternId: 'scanlines',
      footerTheme: 'light',
      backgroundSource: 'color',
      themeTokens: { background: '#808080', surface: '#7a7a7a', text: '#101010', accent: '#888888' },
    })
    await addPlayableTrack(ctx, dim.cassetId, 'Grey')
    const fog = cast(ctx, 'fog', { patternId: 'paint-fog', published: false, themeTokens: { accent: '#ffe600' } })
    await addPlayableTrack(ctx, fog.cassetId, 'Mist')
    await addReadyTrack(ctx, fog.cassetId, 'Winding', { position: 2, status: 'PROCESSING', hookDurationSec: null })
    return { svc, fog }
  })
