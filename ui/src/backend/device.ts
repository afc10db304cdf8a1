/**
 * What leaves the page for the device around it: files, the system's share sheet, the clipboard. In
 * a browser the page does this itself; an app's web view can't save files, so its shell does.
 */

/** A file on its way out. */
export interface OutFile {
  /** Without a folder. */
  readonly name: string;
  /** Its media type, as in `image/png`. */
  readonly type: string;
  readonly content: string | Blob;
}

/** Something for the share sheet: a text, or a file where the system takes it. */
export type Shared = { readonly title: string } & (
  { readonly text: string } | { readonly file: OutFile }
);

/** The device around the page. */
export interface Device {
  /** Keeps a file where the person finds it; false: the person, or the device, would not. */
  saveFile(file: OutFile): Promise<boolean>;
  /** Whether there is a share sheet that takes this. */
  canShare(what: Shared): boolean;
  /** Opens the share sheet; false: nothing was shared. */
  share(what: Shared): Promise<boolean>;
  /** Puts a text on the clipboard; false: the device has none for this page. */
  copyText(text: string): Promise<boolean>;
  /** Whether pictures can be put on the clipboard. */
  readonly canCopyPicture: boolean;
  /** Puts a PNG picture that is still being made on the clipboard; false: that failed. */
  copyPicture(picture: Promise<Blob>): Promise<boolean>;
  /** The clipboard's text; null: there is none, or the person would not show it. */
  pasteText(): Promise<string | null>;
  /** Whether a link may open the app instead of this page. */
  readonly mayHaveApp: boolean;
}

const asFile = ({ name, type, content }: OutFile) => new File([content], name, { type });
const asData = (what: Shared): ShareData =>
  'file' in what
    ? { title: what.title, files: [asFile(what.file)] }
    : { title: what.title, text: what.text };

/** A browser. */
export class BrowserDevice implements Device {
  readonly mayHaveApp: boolean = /Android|iPhone|iPad/.test(navigator.userAgent);

  async saveFile(file: OutFile): Promise<boolean> {
    const url = URL.createObjectURL(asFile(file));
    const link = document.createElement('a');
    link.href = url;
    link.download = file.name;
    link.click();
    // The browser has taken the file by then, or asks where to put it and holds it meanwhile.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return true;
  }

  canShare(what: Shared): boolean {
    // Plain http has neither of the two.
    return 'canShare' in navigator && navigator.canShare(asData(what));
  }

  async share(what: Shared): Promise<boolean> {
    if (!this.canShare(what)) return false;
    return await done(navigator.share(asData(what)));
  }

  async copyText(text: string): Promise<boolean> {
    if ('clipboard' in navigator && (await done(navigator.clipboard.writeText(text)))) return true;
    return copyOldWay(text);
  }

  get canCopyPicture(): boolean {
    return 'clipboard' in navigator && 'write' in navigator.clipboard && 'ClipboardItem' in window;
  }

  async copyPicture(picture: Promise<Blob>): Promise<boolean> {
    if (!this.canCopyPicture) return false;
    // The promise itself goes in: some browsers allow this only at once after the tap.
    return await done(navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]));
  }

  async pasteText(): Promise<string | null> {
    // Plain http has none, and some browsers give it to nobody.
    if (!('clipboard' in navigator) || !('readText' in navigator.clipboard)) return null;
    return await navigator.clipboard.readText().catch(() => null);
  }
}

/** Whether a promise is kept: a share sheet that is closed breaks its own. */
async function done(promise: Promise<unknown>): Promise<boolean> {
  return await promise.then(
    () => true,
    () => false,
  );
}

/** Copies by a selection: the only way on pages by plain http. */
function copyOldWay(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'hidden-words';
  // Under a modal dialog everything else is inert: the selection must be inside it.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
