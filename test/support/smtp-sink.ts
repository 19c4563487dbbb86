import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';

export interface SunkMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface SmtpSink {
  readonly mails: readonly SunkMail[];
  /** Sends over SMTP, as a tool would. */
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
  close(): Promise<void>;
}

/** A real SMTP server on loopback that keeps what it is sent. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: SunkMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      simpleParser(stream).then(
        ({ subject = '', text = '' }) => {
          mails.push({ to, subject, text: text.trim() });
          callback();
        },
        (error: Error) => callback(error),
      );
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    send: async ({ to, subject, text }) => {
      const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
      await transport.sendMail({ from: 'desk@shop.example', to, subject, text });
      transport.close();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
