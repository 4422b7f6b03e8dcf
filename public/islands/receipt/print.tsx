/** The button that prints the page. */
export default function Print() {
  return (
    <button type="button" class="key go needs-js" onClick={() => print()}>
      Print
    </button>
  )
}
