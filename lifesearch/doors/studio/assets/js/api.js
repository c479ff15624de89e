// The server: actions by POST, and a connection on which it reports changes.
// All addresses are relative: the token is a part of the page's own address.

// Milliseconds before a lost connection is made again: at the first try, the second, and so on.
const PAUSES = [300, 1000, 2000, 5000];

export class Problem extends Error {}

// Have the server do something; a Problem says in a sentence why it did not.
export async function act(what, sent = {}, options = {}) {
  let answer;
  try {
    answer = await fetch(`api/${what}`, {
      method: "POST",
      headers: {"content-type": "application/json"},
      body: JSON.stringify(sent),
      ...options,
    });
  } catch {
    throw new Problem("The studio does not answer. Is it still running?");
  }
  const told = await answer.json().catch(() => ({problem: "The studio did not understand this request."}));
  if (!answer.ok) throw new Problem(told.problem || "The studio rejected this request.");
  return told;
}

export async function startingValues() {
  return (await fetch("api/start")).json();
}

export const downloadAddress = (name, what, answer = 0) =>
  `api/download/${encodeURIComponent(name)}/${what}?answer=${answer}`;

// A connection that is made again when it is lost. `tell` gets each message, `state` whether it is up.
export class Live {
  constructor(tell, state) {
    this.tell = tell;
    this.state = state;
    this.watched = "";
    this.tries = 0;
    this.connect();
  }

  connect() {
    const address = new URL("api/live", location.href);
    address.protocol = "ws:";
    this.socket = new WebSocket(address);
    this.socket.onopen = () => {
      this.tries = 0;
      this.state(true);
      if (this.watched) this.watch(this.watched);
    };
    this.socket.onmessage = (message) => this.tell(JSON.parse(message.data));
    this.socket.onclose = () => {
      this.state(false);
      setTimeout(() => this.connect(), PAUSES[Math.min(this.tries++, PAUSES.length - 1)]);
    };
  }

  // Look at one search, from its first answer on.
  watch(name) {
    this.watched = name;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({watch: name}));
  }
}
