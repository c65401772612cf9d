import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/patience.mjs';

/** An operator reaches the elements of a page in one of three ways: mouse, keyboard or touch. */
export interface Hands {
  press(target: Locator): Promise<void>;
  /** Runs what has a key of its own: the key, or the target where there are no keys. */
  command(key: string, target: Locator): Promise<void>;
  /** Presses what decides; by key, Enter alone does not. */
  decide(button: Locator): Promise<void>;
  choose(radio: Locator): Promise<void>;
  /** Replaces the text of the field. */
  write(field: Locator, text: string): Promise<void>;
  /** Goes to a page of the navigation. */
  goTo(title: string): Promise<void>;
}

export class Mouse implements Hands {
  constructor(private readonly page: Page) {}

  press = (target: Locator) => target.click();
  command = (_key: string, target: Locator) => target.click();
  decide = (button: Locator) => button.click();
  choose = (radio: Locator) => radio.click();
  write = (field: Locator, text: string) => field.fill(text);
  goTo = (title: string) =>
    this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();
}

export class Touch implements Hands {
  constructor(private readonly page: Page) {}

  press = (target: Locator) => target.tap();
  command = (_key: string, target: Locator) => target.tap();
  decide = (button: Locator) => button.tap();
  choose = (radio: Locator) => radio.tap();

  /** A keyboard on the screen puts in whole words. */
  async write(field: Locator, text: string): Promise<void> {
    await field.tap();
    await field.selectText();
    await this.page.keyboard.insertText(text);
  }

  async goTo(title: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Open the navigation' }).tap();
    await this.page.getByRole('dialog').getByRole('link', { name: title }).tap();
  }
}

/** More presses of Tab than any page of the journey has places for the focus. */
const PLACES = 120;

export class Keys implements Hands {
  constructor(private readonly page: Page) {}

  async press(target: Locator): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.press('Enter');
  }

  async command(key: string, target: Locator): Promise<void> {
    await target.waitFor();
    // A key does what its button does, once the button can be pressed.
    expect(await eventually(() => target.isEnabled())).toBe(true);
    await this.page.keyboard.press(key);
  }

  async decide(button: Locator): Promise<void> {
    await this.tabTo(button);
    await this.page.keyboard.press('Control+Enter');
  }

  /** Tab leads to the radio of the group that is chosen, the arrows to the others. */
  async choose(radio: Locator): Promise<void> {
    await this.tabTo(radio, (one) => one.name === (document.activeElement as HTMLInputElement | null)?.name);
    for (let step = 0; step < PLACES && !(await hasFocus(radio)); step++) await this.page.keyboard.press('ArrowDown');
    if (!(await radio.isChecked())) throw new Error(`The arrows do not choose ${radio}.`);
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  async goTo(title: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    const find = this.page.getByPlaceholder('Find a page or a command');
    await this.write(find, title);
    await this.page.locator('[data-action][data-selected]', { hasText: title }).waitFor();
    await this.page.keyboard.press('Enter');
    await find.waitFor({ state: 'detached' });
  }

  private async tabTo(target: Locator, isThere = isFocused): Promise<void> {
    await target.waitFor();
    for (let place = 0; place < PLACES; place++) {
      if (await target.evaluate(isThere)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${PLACES} presses of Tab do not lead to ${target}.`);
  }
}

const isFocused = (element: HTMLInputElement) => element === document.activeElement;
const hasFocus = (target: Locator) => target.evaluate(isFocused);
