import type { ComponentChildren } from 'preact'

type FigureTableProps = {
  /** The name of the table, for screen readers. */
  label: string
  sectionClass?: string
  tableClass?: string
  children: ComponentChildren
}

/** A table of figures that scrolls on narrow screens, also by keyboard. */
export const FigureTable = ({ label, sectionClass, tableClass, children }: FigureTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <section class={sectionClass} aria-label={label} tabIndex={0}>
    <table class={tableClass === undefined ? 'figure-table' : `figure-table ${tableClass}`}>{children}</table>
  </section>
)
