import { xmlDocument, xmlElement } from '../../lib/text/xml.ts'
import { dateOf, dayAt } from '../../lib/time/calendar.ts'
import type { SitemapEntry } from './read-sitemap.ts'

const names = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

export const sitemapIndex = (origin: string, pages: number): string =>
  xmlDocument(
    xmlElement(
      'sitemapindex',
      names,
      ...Array.from({ length: pages }, (_, n) =>
        xmlElement('sitemap', {}, xmlElement('loc', {}, `${origin}/sitemap/${n + 1}.xml`)),
      ),
    ),
  )

export const sitemapPage = (origin: string, entries: readonly SitemapEntry[]): string =>
  xmlDocument(
    xmlElement(
      'urlset',
      names,
      ...entries.map(({ path, changedAt }) =>
        xmlElement(
          'url',
          {},
          xmlElement('loc', {}, origin + path),
          changedAt === null ? null : xmlElement('lastmod', {}, dateOf(dayAt(changedAt))),
        ),
      ),
    ),
  )
