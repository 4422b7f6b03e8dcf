import type { PlantedBug } from '../bug.ts'

/** Bugs with the player for other sites. */
export const embedBugs: readonly PlantedBug[] = [
  {
    name: 'an embed promises as many more tracks as there are',
    file: 'src/web/embed/page.tsx',
    text: '  const left = tracks.length - listed.length',
    becomes: '  const left = tracks.length',
    tests: ['web/embed'],
  },
  {
    name: 'an embed lists all tracks',
    file: 'src/web/embed/page.tsx',
    text: '  const listed = tracks.slice(0, listedTracks)',
    becomes: '  const listed = tracks',
    tests: ['web/embed'],
  },
  {
    name: 'a link of an embed opens the page inside the frame',
    file: 'src/web/embed/page.tsx',
    text: ' target="_blank" rel="noopener"',
    becomes: ' rel="noopener"',
    tests: ['web/embed'],
  },
  {
    name: 'an embed may not be framed',
    file: 'src/web/embed/routes.tsx',
    text: "        delete set.headers['x-frame-options']\n",
    becomes: '        void set\n',
    tests: ['web/embed'],
  },
  {
    name: 'oEmbed describes pages of other sites',
    file: 'src/web/embed/routes.tsx',
    text: 'page?.origin === origin ? slugAt(page.pathname) : undefined',
    becomes: 'page ? slugAt(page.pathname) : undefined',
    tests: ['web/embed'],
  },
  {
    name: 'oEmbed answers in no format that was asked for',
    file: 'src/web/embed/routes.tsx',
    text: "  if (format !== 'json') throw new AppError('VALIDATION', say('oEmbed is given as JSON only.'), { field: 'format' })\n",
    becomes: '',
    tests: ['web/embed'],
  },
  {
    name: 'a frame is wider than the page that asked has room for',
    file: 'src/web/embed/routes.tsx',
    text: 'Math.min(frameSizes[kind].width, Math.floor(maxwidth))',
    becomes: 'frameSizes[kind].width',
    tests: ['web/embed'],
  },
  {
    name: 'a low place gets the high frame',
    file: 'src/web/embed/routes.tsx',
    text: "maxheight < frameSizes.card.height ? 'line' : 'card'",
    becomes: "'card'",
    tests: ['web/embed'],
  },
  {
    name: 'the frame of one line shows the card',
    file: 'src/web/embed/frame.tsx',
    text: "kind === 'line' ? '?size=line' : ''",
    becomes: "''",
    tests: ['web/embed'],
  },
  {
    name: 'oEmbed does not know further tapes',
    file: 'src/web/embed/routes.tsx',
    text: 'word === undefined ? handle : `${handle}.${word}`',
    becomes: 'handle',
    tests: ['web/embed', 'casset/tapes-everywhere'],
  },
  {
    name: 'the player of an embed stops after each track',
    file: 'public/embed.ts',
    text: "sound.addEventListener('ended', () => start(current + 1))\n",
    becomes: '',
    tests: ['web/embed'],
  },
]
