type BareHeadProps = {
  title: string
  url: string
  sheets: readonly string[]
  script: string
}

/** The head of a page without the bar and the deck, which stays out of search engines. */
export const BareHead = ({ title, url, sheets, script }: BareHeadProps) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>{title}</title>
    <link rel="canonical" href={url} />
    {sheets.map((sheet) => (
      <link key={sheet} rel="stylesheet" href={sheet} />
    ))}
    <script type="module" src={script} />
  </head>
)
