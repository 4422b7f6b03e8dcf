import { dateOf, dayAt } from '../../lib/calendar.ts'
import { element, xmlDocument } from '../../lib/xml.ts'
import type { SitemapEntry } from './read-sitemap.ts'

const names = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** Returns the sitemap of a site: the addresses of its pages (sitemaps.org). */
export const sitemapIndex = (origin: string, pages: number): string =>
  xmlDocument(
    element(
      'sitemapindex',
      names,
      ...Array.from({ length: pages }, (_, n) =>
        element('sitemap', {}, element('loc', {}, `${origin}/sitemap/${n + 1}.xml`)),
      ),
    ),
  )

export const sitemapPage = (origin: string, entries: readonly SitemapEntry[]): string =>
  xmlDocument(
    element(
      'urlset',
      names,
      ...entries.map(({ path, changedAt }) =>
        element(
          'url',
          {},
          element('loc', {}, origin + path),
          changedAt === null ? null : element('lastmod', {}, dateOf(dayAt(changedAt))),
        ),
      ),
    ),
  )
