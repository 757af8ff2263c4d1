<?php
// run: setup
const BASE = 'http://127.0.0.1:8080';
const KEY = 'pk_demo';

/** Sends a POST if there is a body, otherwise a GET. */
function paseo(string $path, ?array $body = null, array $headers = []): array
{
    $request = curl_init(BASE . $path);
    curl_setopt_array($request, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30]);
    if ($body !== null) {
        curl_setopt($request, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
        $headers[] = 'Content-Type: application/json';
    }
    curl_setopt($request, CURLOPT_HTTPHEADER, $headers);
    $answer = curl_exec($request);
    if ($answer === false) {
        throw new RuntimeException(curl_error($request));
    }
    return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
}

$product = paseo('/api/products?' . http_build_query(['query' => 'Sevilla en helic']))['values'][0];
$from = date('Y-m-d', strtotime('+14 days'));
$events = paseo('/api/events?' . http_build_query(['id' => $product['id'], 'fromdate' => $from]))['values'];
$open = array_filter(
    $events,
    fn ($one) => $one['availabilityCode'] === 'available' && str_ends_with($one['eventOn'], 'T11:00:00'),
);
$event = reset($open);

// run: days
$query = ['id' => $product['id'], 'fromdate' => $from, 'todate' => date('Y-m-d', strtotime('+45 days'))];
$days = paseo('/api/availability?' . http_build_query($query))['values'];
$openDays = array_filter($days, fn ($day) => $day['openEvents'] > 0);
$first = reset($openDays);
echo $first['date'], ' ', $first['minUsdPrice']['value'], "\n";

// run: validate
$selection = ['id' => $event['id'], 'apiKey' => KEY, 'tickets' => [['code' => 'ADULT', 'quantity' => 2]]];
$offer = paseo('/api/es/eventvalidate', $selection);
if (!$offer['isValid']) {
    exit(json_encode($offer['errors']));
}
foreach ($offer['questions'] as $question) {
    echo $question['code'], ' ', $question['title'], ' ', $question['type'], "\n";
}

// run: book
$booking = [
    ...$selection,
    'totalUsd' => $offer['totalUsd'],
    'answers' => [
        ['code' => 'passenger-first-name', 'value' => 'Ana'],
        ['code' => 'passenger-last-name', 'value' => 'García'],
        ['code' => 'passenger-weight', 'value' => '62'],
        ['code' => 'passenger-first-name', 'value' => 'João'],
        ['code' => 'passenger-last-name', 'value' => 'Silva'],
        ['code' => 'passenger-weight', 'value' => '80'],
    ],
    'email' => 'ana@example.com',
    'phoneNumber' => '+34 600 000 000',
    'remoteHost' => '203.0.113.24',
    'externalReference' => 'CART-20420',
    'testMode' => true,
];
$order = paseo('/api/es/eventbook', $booking);
echo $order['isValid'] ? $order['reference'] : json_encode($order['errors']), "\n";

// run: again
$repeated = paseo('/api/es/eventbook', $booking);
echo $repeated['id'] === $order['id'] ? 'the same order' : 'another order', "\n";

// run: hold
$hold = paseo('/api/es/eventhold', [...$selection, 'testMode' => true]);
if (!$hold['isValid']) {
    exit(json_encode($hold['errors']));
}
echo $hold['status'], ' ', $hold['totalUsd']['value'], ' ', $hold['expiresAt'], "\n";

// run: held
paseo('/api/es/holdextend', ['id' => $hold['id'], 'apiKey' => KEY]);
$changed = [...$booking, 'externalReference' => 'CART-20423'];
$held = paseo('/api/es/eventbook', $changed, ["Paseo-Hold: {$hold['id']}"]);
echo $held['isValid'] ? 'booked' : json_encode($held['errors']), "\n";
