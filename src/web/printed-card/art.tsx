import { Cassette } from '../../../public/lib/cassette.tsx'
import { cutText } from '../../../public/lib/cut-text.ts'
import { DrawnSleeve } from '../../../public/lib/sleeve.tsx'
import { say } from '../../lib/language/say.ts'
import type { Media } from '../parts/tape-view.ts'

type Art = { name: string; artist: string; cover: Media['cover'] }

export const Spine = ({ name, artist }: Art) => (
  <section class="spine" aria-label={say('Spine')}>
    <p>
      <b>{say('A')}</b>
      <span dir="auto">{cutText(artist, 40)}</span>
      <i dir="auto">{cutText(name, 40)}</i>
    </p>
  </section>
)

export const Front = ({ name, artist, cover }: Art) => (
  <section class="front" aria-label={say('Front')}>
    {cover ? <img src={widest(cover)} alt={say('Cover of {name}', { name })} /> : <DrawnSleeve name={name} />}
    <div>
      <h2 dir="auto">{cutText(artist, 60)}</h2>
      <p class="hand" dir="auto">
        {cutText(name, 60)}
      </p>
      <Cassette title={name} imprint={artist} />
    </div>
  </section>
)

const widest = ({ url, variants }: NonNullable<Media['cover']>) =>
  variants.toSorted((a, b) => b.width - a.width)[0]?.url ?? url
