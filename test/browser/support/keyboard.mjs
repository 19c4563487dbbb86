// A person without a pointer: goes where Tab and the arrows lead, and nowhere else.
const PRESSES_MAX = 250;

/** Drives a page by keys alone. `pointerEvents` tells how often anything was clicked nevertheless. */
export async function keyboardOf(page) {
  let pointerEvents = 0;
  await page.exposeFunction('pointerWasUsed', () => {
    pointerEvents += 1;
  });
  await page.addInitScript(() => addEventListener('pointerdown', () => window.pointerWasUsed(), true));
  const { keyboard } = page;
  const isFocused = (target) => target.evaluate((element) => element === document.activeElement);

  const repeat = async (key, target, isThere) => {
    await target.waitFor({ state: 'attached' });
    for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
      if (await isThere(target)) return;
      await keyboard.press(key);
    }
    throw new Error(`${key} does not lead to ${target}`);
  };
  /** Moves the focus, by Tab or backwards. */
  const to = (locator, key = 'Tab') => repeat(key, locator.first(), isFocused);
  const press = async (locator, key) => {
    await to(locator, key);
    await keyboard.press('Enter');
  };
  return {
    pointerEvents: () => pointerEvents,
    to,
    press,
    keys: async (...names) => {
      for (const name of names) await keyboard.press(name);
    },
    type: (text) => keyboard.type(text),
    async fill(locator, text) {
      await to(locator);
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type(text);
    },
    /** A tag: typed and ended by Enter. */
    async tag(locator, text) {
      await to(locator);
      await keyboard.type(text);
      await keyboard.press('Enter');
    },
    /** An option of a list that opens below a field. */
    async choose(locator, name, search) {
      await to(locator);
      if (search) await keyboard.type(search);
      else await keyboard.press('ArrowDown');
      const option = page.getByRole('option', { name, exact: typeof name === 'string' });
      await repeat('ArrowDown', option, async (one) => (await one.getAttribute('data-combobox-selected')) !== null);
      await keyboard.press('Enter');
    },
    /** Tabs are one stop; the arrows go between them. */
    async tab(name) {
      await to(page.getByRole('tab', { selected: true }));
      await repeat('ArrowRight', page.getByRole('tab', { name, exact: true }), isFocused);
    },
    /** To a page by the main navigation. */
    async go(name) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
      const nowhere = await page.evaluate(() => document.activeElement === document.body);
      await press(link, nowhere ? 'Tab' : 'Shift+Tab');
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    },
  };
}
