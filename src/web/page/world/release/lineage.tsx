import { say } from '../../../../lib/language/say.ts'
import type { Link } from '../../../../release/shape.ts'
import { relationText } from './labels.ts'
import type { ReleaseView } from './view.ts'

export const Lineage = ({ view: { lineage } }: { view: ReleaseView }) => (
  <section aria-labelledby="lineage">
    <h2 id="lineage">{say('Where it comes from, and where it went')}</h2>
    <Links title={say('Sources')} links={lineage.sources} none={say('None declared.')} />
    <Links title={say('Derivative works')} links={lineage.derivatives} none={say('None declared.')} />
  </section>
)

const Links = ({ title, links, none }: { title: string; links: readonly Link[]; none: string }) => (
  <>
    <h3>{title}</h3>
    {links.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ul class="lines">
        {links.map((link) => (
          <li key={link.id}>
            <Other link={link} /> <span>{relationText(link)}</span>
          </li>
        ))}
      </ul>
    )}
  </>
)

const Other = ({ link: { release, external } }: { link: Link }) => (
  <>
    {release && (
      <a class="tap" href={`/@${release.handle}/releases/${release.id}`} dir="auto">
        {release.title}
      </a>
    )}
    {external && (
      <a class="tap" href={external.url} rel="noopener nofollow ugc" target="_blank" dir="auto">
        {say('{title} by {creator}', { title: external.title, creator: external.creator })}
      </a>
    )}
  </>
)
