import { ModalDialog } from './modal-dialog.tsx'

const KEYS: [key: string, does: string][] = [
  ['Ctrl K or ⌘ K', 'Open a page, start an action, or find a record'],
  ['/', 'Go to the search box; in a list, to the search of the list'],
  ['j and k', 'Go to the next or the previous row of a list'],
  ['Enter', 'Open the row, or the first result in Find'],
  ['Esc', 'Close a window like this one'],
  ['?', 'Show these keys'],
]

/** Dialog with the keys of the back office. */
const Keys = ({ onClose }: { onClose(): void }) => (
  <ModalDialog title="Keys" onClose={onClose}>
    <dl className="keys">
      {KEYS.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </ModalDialog>
)

export default Keys
