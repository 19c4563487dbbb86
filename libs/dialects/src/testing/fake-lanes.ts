import type { LaneFactory, LaneWriter, TextLane } from '../stream/lane.js';

/**
 * A restorer for tests, independent of the real one: marks `<<name>>` become values, whatever begins as a mark is held
 * back. In a `json` lane values are written JSON-escaped.
 */
export function fakeLanes(values: Readonly<Record<string, string>>): { open: LaneFactory; lanes: TextLane[] } {
  const lanes: TextLane[] = [];
  const open: LaneFactory = (lane) => {
    lanes.push(lane);
    return new FakeWriter(values, lane.container === 'json');
  };
  return { open, lanes };
}

class FakeWriter implements LaneWriter {
  private held = '';

  constructor(
    private readonly values: Readonly<Record<string, string>>,
    private readonly json: boolean,
  ) {}

  push(fragment: string): string {
    const text = (this.held + fragment).replace(/<<(\w+)>>/g, (mark, name: string) => {
      const value = this.values[name];
      if (value === undefined) return mark;
      return this.json ? JSON.stringify(value).slice(1, -1) : value;
    });
    const open = /<<?\w*>?$/.exec(text);
    this.held = open ? open[0] : '';
    return open ? text.slice(0, open.index) : text;
  }

  flush(): string {
    const { held } = this;
    this.held = '';
    return held;
  }
}
