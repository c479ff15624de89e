// Undo and redo: drawings never change, so that the past is a list of them.

const MOST = 200;  // steps that can be undone

export class History {
  constructor(drawing) {
    this.past = [];
    this.now = drawing;
    this.future = [];
  }

  // Go on with another drawing; the same one is no step.
  push(drawing) {
    if (drawing === this.now) return;
    this.past = [...this.past, this.now].slice(-MOST);
    this.now = drawing;
    this.future = [];
  }

  // Replace the present one: a stroke is one step, however long it is.
  amend(drawing) {
    this.now = drawing;
  }

  undo() {
    if (!this.past.length) return false;
    this.future = [this.now, ...this.future];
    this.now = this.past.pop();
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.now);
    this.now = this.future.shift();
    return true;
  }
}
