import type { openApiDocument } from './document.ts'

type Api = ReturnType<typeof openApiDocument>
type Operation = { summary?: string; parameters?: Parameter[]; requestBody?: Body; responses?: Record<string, Body> }
type Parameter = { name: string; in: string; required?: boolean }
type Body = { description?: string; content?: Record<string, { schema?: object }> }

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** A page of all routes with their parameters and answers, readable without scripts and without another site. */
export function OpenApiPage({ api }: { api: Api }) {
  const schemas: Record<string, object> = api.components.schemas
  return (
    <main id="main" class="world wrap" data-pattern="soft-grain" tabIndex={-1}>
      <article class="jcard api">
        <header>
          <p class="eyebrow">version {api.info.version}</p>
          <h1>The API</h1>
          <p>{api.info.description}</p>
          <p>
            The same for machines: <a href="/openapi.json">openapi.json</a>
          </p>
        </header>
        {Object.entries(api.paths).flatMap(([path, operations]) =>
          methods.flatMap((method) => {
            const operation: Operation | undefined = Reflect.get(operations, method)
            return operation ? [<Route key={method + path} {...{ method, path, operation, schemas }} />] : []
          }),
        )}
      </article>
    </main>
  )
}

type RouteProps = { method: string; path: string; operation: Operation; schemas: Record<string, object> }

function Route({ method, path, operation, schemas }: RouteProps) {
  const { summary, parameters = [], requestBody, responses = {} } = operation
  return (
    <details>
      <summary>
        <b>{method.toUpperCase()}</b> <code>{path}</code>
      </summary>
      {summary && <p>{summary}</p>}
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
      {requestBody && <Shape title="takes" body={requestBody} schemas={schemas} />}
      {Object.entries(responses).map(([status, body]) => (
        <Shape key={status} title={status} body={body} schemas={schemas} />
      ))}
    </details>
  )
}

function Shape({ title, body, schemas }: { title: string; body: Body; schemas: Record<string, object> }) {
  const schema = body.content?.['application/json']?.schema
  const name = schema && '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined
  const shown = name === undefined ? schema : schemas[name]
  return (
    <section>
      <h3>
        {title} <span class="eyebrow">{name ?? body.description}</span>
      </h3>
      {shown && <pre>{JSON.stringify(shown, null, 2)}</pre>}
    </section>
  )
}
