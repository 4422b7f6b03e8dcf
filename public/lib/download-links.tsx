type DownloadLinksProps = { slug: string; name: string }

const path = (slug: string, format: 'tagged' | 'original') => `/api/casset/${slug}/download?format=${format}`

/** The two downloads of a casset. The first request waits a moment while the zip is built. */
export const DownloadLinks = ({ slug, name }: DownloadLinksProps) => (
  <p class="downloads">
    <a href={path(slug, 'tagged')} download aria-label={`Download ${name}`}>
      Download
    </a>
    <a href={path(slug, 'original')} download aria-label={`Download the original files of ${name}`}>
      Download the original files
    </a>
  </p>
)

/** What distinguishes the two. */
export const downloadWords =
  'The download has titles and cover written into its files. The original files are exactly what the artist uploaded.'
