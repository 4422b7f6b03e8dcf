import type { ComponentChildren } from 'preact'

type FigureTableProps = {
  label: string
  sectionClass?: string
  tableClass?: string
  children: ComponentChildren
}

export const FigureTable = ({ label, sectionClass, tableClass, children }: FigureTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <section class={sectionClass} aria-label={label} tabIndex={0}>
    <table class={tableClass === undefined ? 'figure-table' : `figure-table ${tableClass}`}>{children}</table>
  </section>
)
