import { describe, expect, it } from '@jest/globals';
import { Detector } from '../../detector.js';
import { toldPassword } from './told-password.js';
import { toldUsername } from './told-username.js';

const detector = new Detector({ names: null, recognizers: [toldPassword, toldUsername] });
const found = (text: string) => detector.find(text).map(({ start, end }) => text.slice(start, end));

describe('user names told in prose', () => {
  it.each([
    ['My handle is zephyrine. Come say hi', ['zephyrine']],
    ['my username is still "dachsbau"', ['dachsbau']],
    ['You find me on Discord as night_owl or on GitHub under tmarsh84.', ['night_owl', 'tmarsh84']],
    ['mollusc99 on Twitch', ['mollusc99']],
    ['logged in as j.moss yesterday', ['j.moss']],
    ['account sam-k88 was locked', ['sam-k88']],
    ['Mein Benutzername ist dachsbau, bitte zurücksetzen.', ['dachsbau']],
    ['Ich bin als haubentaucher99 angemeldet', ['haubentaucher99']],
    ['mon pseudo est luciole.', ['luciole']],
    ['mi usuario es gata.parda', ['gata.parda']],
    ['il mio nome utente è fior_di_loto', ['fior_di_loto']],
    ['meu usuário é onca_7 no Discord', ['onca_7']],
    ['gebruikersnaam is boterbloem_3', ['boterbloem_3']],
    ['akun saya rani_08 tidak bisa masuk', ['rani_08']],
  ])('are found in %j', (text, values) => {
    expect(found(text)).toEqual(values);
  });

  it.each([
    'username is required',
    'the user name is not case-sensitive',
    'my username is locked, and my login is broken',
    'sign in with oauth2 or python3',
    'select user from users where id = user_name',
    'the account_id and the user_id of the login page_2.html',
    'user settings.local was loaded by service.json',
    'account 12345678 and profile picture',
    'Discord is down, Twitter was renamed',
  ])('are not seen in %j', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('passwords told in prose', () => {
  it.each([
    ['I forgot my password, I think it was Sommer2019!', ['Sommer2019']],
    ['The door password? Try "correct horse battery".', ['correct horse battery']],
    ['Quill#Stone7 is my new password', ['Quill#Stone7']],
    ['password changed to Herring$44 last week', ['Herring$44']],
    ["mot de passe oublié, je crois que c'était Cigogne!67", ['Cigogne!67']],
    ['la contraseña vieja era Gato#2020 y la nueva es Perro_21x', ['Gato#2020', 'Perro_21x']],
    ['das Passwort lautet jetzt Zugspitze2962', ['Zugspitze2962']],
    ['la password? la vecchia era Nebbia_41x', ['Nebbia_41x']],
    ['a senha antiga foi Jacare2!9', ['Jacare2!9']],
    ['het wachtwoord is veranderd naar Stroopwafel66', ['Stroopwafel66']],
    ['kata sandi saya ganti jadi Melati#88', ['Melati#88']],
  ])('are found in %j', (text, values) => {
    expect(found(text).map((value) => value.replace(/!$/, ''))).toEqual(values);
  });

  it.each([
    'the password expires on 2024-05-01 at 10:30am',
    'password hashing moved from sha256 to bcrypt12',
    'change the password in config.yaml or use the reset-link-2',
    'The password must have 8 characters and be used with 2FA. Write to support@shop.example',
    'password reset: go to https://login.example/reset',
    'the password field was renamed to user_secret_field',
    'the password is required and was never stored',
  ])('are not seen in %j', (text) => {
    expect(found(text)).toEqual([]);
  });
});
