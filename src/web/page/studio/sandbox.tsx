import CredentialsIsland, { type CredentialsProps } from '../../../../public/islands/studio/sandbox/credentials.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { listCredentials, mostOfPerson } from '../../../machine/sandbox/credential.ts'
import { sandboxHandles } from '../../../machine/sandbox/fixtures.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

/** `/studio/sandbox`: credentials for programs that try the public API. */
export const studioSandboxRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/sandbox', viewer: required }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const { credentials } = listCredentials(ctx, viewer, mostOfPerson)
    const description = say('Credentials for programs that try the public API.')
    return {
      head: studioHead(ctx, look, { title: say('Developers'), description, path: '/studio/sandbox' }),
      main: <StudioSandboxPage look={look} credentials={credentials} origin={ctx.site.origin} />,
    }
  })

const Credentials = island('studio/sandbox/credentials', CredentialsIsland)

const StudioSandboxPage = ({ look, ...props }: CredentialsProps & { look: Look }) => (
  <StudioLayout here="/studio/sandbox" texture={look.texture} theme={look.theme}>
    <article class="jcard codes-card">
      <header>
        <h1>{say('Developers')}</h1>
        <p>
          {inParts(
            say(
              'For programmers: try your program here before it reads this site’s <a>public API</a>. The sandbox answers the same way, with made-up artists, to every program that sends one of your credentials.',
            ),
            { a: (text) => <a href="/openapi">{text}</a> },
          )}
        </p>
      </header>
      <Credentials {...props} />
      <section aria-labelledby="handles">
        <h2 id="handles">{say('Artists in the sandbox')}</h2>
        <dl class="sandbox-handles">
          {sandboxHandles().map(({ handle, shows }) => (
            <div key={handle}>
              <dt class="mono">{handle}</dt>
              <dd>{shows}</dd>
            </div>
          ))}
        </dl>
      </section>
    </article>
  </StudioLayout>
)
