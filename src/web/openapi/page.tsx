import { renderToString } from 'preact-render-to-string'
import type { JsonSchema } from '../../lib/json/json-schema.ts'
import type { openApiDocument } from './document.ts'
import type { Content, Operation } from './operation.ts'

type Api = ReturnType<typeof openApiDocument>
type Route = { method: string; path: string; operation: Operation }

export function apiHtml(api: Api): string {
  const paths: Record<string, Record<string, Operation>> = api.paths
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
  const groups = Map.groupBy(routes, ({ operation }) => operation.tags[0] ?? 'site')
  return renderToString(
    <>
      <header>
        <p class="eyebrow">version {api.info.version}</p>
        <h1>The API</h1>
        <p>{api.info.description}</p>
        <p>
          The same for machines: <a href="/openapi.json">openapi.json</a>
        </p>
      </header>
      <nav class="row jumps" aria-label="Parts of the API">
        {[...groups.keys()].map((tag) => (
          <a key={tag} class="tap" href={`#part-${tag}`}>
            {tag}
          </a>
        ))}
        <a class="tap" href="#shapes">
          shapes
        </a>
      </nav>
      {[...groups].map(([tag, group]) => (
        <section key={tag} id={`part-${tag}`}>
          <h2>{tag}</h2>
          {group.map((route) => (
            <RouteEntry key={route.operation.operationId} {...route} />
          ))}
        </section>
      ))}
      <section id="shapes">
        <h2>Shapes that many share</h2>
        {Object.entries(api.components.schemas).map(([name, schema]) => (
          <details key={name} id={name}>
            <summary>
              <code>{name}</code>
            </summary>
            <Schema schema={schema} />
          </details>
        ))}
      </section>
    </>,
  )
}

export function OpenApiPage({ html }: { html: string }) {
  return (
    <main id="main" class="world wrap" data-pattern="soft-grain" tabIndex={-1}>
      <article class="jcard api" dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  )
}

function RouteEntry({ method, path, operation }: Route) {
  const { summary, description, parameters = [], requestBody, responses, security = [] } = operation
  const isRequired = security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0)
  return (
    <details>
      <summary>
        <b>{method.toUpperCase()}</b> <code>{path}</code>
        {summary && <span> {summary}</span>}
      </summary>
      {description && <p>{description}</p>}
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
        <Body key={status} title={status} body={body} />
      ))}
    </details>
  )
}

function Body({ title, body: { description, content = {} } }: { title: string; body: Content }) {
  return (
    <section>
      <h3>
        {title} <span class="eyebrow">{description}</span>
      </h3>
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
