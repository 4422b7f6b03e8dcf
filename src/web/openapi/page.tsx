import { renderToString } from 'preact-render-to-string'
import type { JsonSchema } from '../../lib/json/json-schema.ts'
import type { Pace } from '../../lib/turn/pace.ts'
import type { SentAnswer, SentDocument, SentOperation } from './compact.ts'
import { anyone } from './operation.ts'
import type { Reference } from './share.ts'

type Named = Pick<SentDocument['components'], 'parameters' | 'responses'>
type Route = { method: string; path: string; operation: SentOperation }

/** Returns the page's text, part by part: at once it would take 40 ms of the processor. */
export async function apiHtml(api: SentDocument, pace: Pace): Promise<string> {
  const routes = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
  const groups = Map.groupBy(routes, ({ operation }) => operation.tags[0] ?? '')
  const about = new Map(api.tags.map(({ name, description }) => [name, description]))
  const parts = [renderToString(<Beginning api={api} tags={[...groups.keys()]} />)]
  for (const [tag, group] of groups) {
    const entries: string[] = []
    for (const route of group) {
      entries.push(renderToString(<RouteEntry {...route} {...api.components} />))
      await pace()
    }
    parts.push(
      renderToString(
        <section id={`part-${tag}`}>
          <h2>{tag}</h2>
          <p>{about.get(tag)}</p>
          <div dangerouslySetInnerHTML={{ __html: entries.join('') }} />
        </section>,
      ),
    )
  }
  const shapes: string[] = []
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    shapes.push(renderToString(<Shape name={name} schema={schema} />))
    await pace()
  }
  parts.push(
    renderToString(
      <section id="shapes">
        <h2>Shapes that many share</h2>
        <div dangerouslySetInnerHTML={{ __html: shapes.join('') }} />
      </section>,
    ),
  )
  return parts.join('')
}

const Beginning = ({ api, tags }: { api: SentDocument; tags: readonly string[] }) => (
  <>
    <header>
      <p class="eyebrow">version {api.info.version}</p>
      <h1>The API</h1>
      <p>{api.info.description}</p>
      <p>
        The same for machines: <a href="/openapi.json">openapi.json</a>, and of it{' '}
        <a href="/openapi.json?for=programs">what needs no account</a>
      </p>
    </header>
    <nav class="row jumps" aria-label="Parts of the API">
      {tags.map((tag) => (
        <a key={tag} class="tap" href={`#part-${tag}`}>
          {tag}
        </a>
      ))}
      <a class="tap" href="#shapes">
        shapes
      </a>
    </nav>
  </>
)

const Shape = ({ name, schema }: { name: string; schema: JsonSchema }) => (
  <details id={name}>
    <summary>
      <code>{name}</code>
    </summary>
    <Schema schema={schema} />
  </details>
)

export function OpenApiPage({ html }: { html: string }) {
  return (
    <main id="main" class="world wrap" data-pattern="soft-grain" tabIndex={-1}>
      <article class="jcard api" dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  )
}

function RouteEntry({ method, path, operation, parameters: named, responses: answers }: Route & Named) {
  const { operationId, summary, description, requestBody, responses, security = anyone } = operation
  const parameters = (operation.parameters ?? []).map((each) => spelt(each, named))
  const isRequired = security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0)
  return (
    <details>
      <summary>
        <b>{method.toUpperCase()}</b> <code>{path}</code>
        {summary && <span> {summary}</span>}
      </summary>
      <p>
        <code>{operationId}</code> {description}
      </p>
      {isRequired && <p>Needs {security.flatMap((scheme) => Object.keys(scheme)).join(' or ')}.</p>}
      {parameters.length > 0 && (
        <ul>
          {parameters.map(({ name, in: place, required }) => (
            <li key={name}>
              <code>{name}</code> in the {place}
              {required ? '' : ', optional'}
            </li>
          ))}
        </ul>
      )}
      {requestBody && <Body title="takes" body={requestBody} />}
      {Object.entries(responses).map(([status, body]) => (
        <Body key={status} title={status} body={spelt(body, answers)} />
      ))}
    </details>
  )
}

/** Returns what a reference names, or what stands there itself. */
function spelt<Thing extends object>(thing: Thing | Reference, named: Record<string, Thing>): Partial<Thing> {
  return '$ref' in thing ? (named[thing.$ref.split('/').at(-1) ?? ''] ?? {}) : thing
}

function Body({
  title,
  body: { description, headers = {}, content = {} },
}: {
  title: string
  body: Partial<Omit<SentAnswer, 'headers'>> & { headers?: object }
}) {
  const names = Object.keys(headers)
  return (
    <section>
      <h3>
        {title} <span class="eyebrow">{description}</span>
      </h3>
      {names.length > 0 && <p>With {names.join(', ')}.</p>}
      {Object.entries(content).map(([type, { schema = {} }]) => (
        <div key={type}>
          <code>{type}</code> <Schema schema={schema} />
        </div>
      ))}
    </section>
  )
}

function Schema({ schema }: { schema: JsonSchema }) {
  if (schema.format === 'binary') return null
  if (typeof schema.$ref !== 'string') return <pre>{JSON.stringify(schema, null, 2)}</pre>
  const name = schema.$ref.split('/').at(-1) ?? ''
  return <a href={`#${name}`}>{name}</a>
}
