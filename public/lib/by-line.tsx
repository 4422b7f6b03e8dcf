import type { ByPart } from '../../src/lib/music/by.ts'

/** The makers of a track; those who agreed are links to their pages (rule: credited-accounts). */
export const ByLine = ({ parts }: { parts: readonly ByPart[] }) => (
  <>
    {parts.map(({ text, page }) =>
      page === undefined ? (
        text
      ) : (
        <a key={page} class="tap" href={page}>
          <bdi>{text}</bdi>
        </a>
      ),
    )}
  </>
)
